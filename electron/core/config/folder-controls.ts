import { z } from 'zod';
import { defined } from '../plain-data.ts';
import { type Control, type FolderSettings, folderSettings } from './folder-settings.ts';
import { unwrapped } from './rules.ts';

type Table = typeof folderSettings;
type Named<Name, Each> = Each extends { readonly name: string } ? Each : Each & { readonly name: Name };
type ControlOf = { [Name in keyof Table & string]: Named<Name, Table[Name]['controls'][number]> }[keyof Table & string];

/** What `intray run` has flags for. */
export type FlagName = Extract<ControlOf, { flag: unknown }>['name'];
/** What the window's form shows, and how its draft has it: as text, a number too, '' where nothing is said. */
export type FormValues = {
  readonly [Each in Extract<ControlOf, { in: unknown }> as Each['name']]: Each extends { as: 'switch' }
    ? Each extends { on: string }
      ? string
      : boolean
    : string;
};
/** What the form shows by itself. */
export type ShownName = Exclude<Extract<ControlOf, { in: unknown }>, { in: 'edited' }>['name'];
/** What may be chosen, as the form's words have it: `changed.options.send`. */
export type OptionKey = {
  [Name in keyof Table & ShownName]: Table[Name]['controls'][number]['as'] extends 'radio' | 'select'
    ? `${Name}.options.${NonNullable<FolderSettings[Name]> & string}`
    : never;
}[keyof Table & ShownName];

export type FolderControl = Control & {
  readonly setting: keyof FolderSettings;
  readonly name: string;
  /** What may be chosen, if anything. */
  readonly choices: readonly string[];
};

/** All controls, in the order of the table. */
export const folderControls: readonly FolderControl[] = Object.entries(folderSettings).flatMap(([name, { schema, controls }]) =>
  controls.map((control: Control) => {
    const whole = unwrapped(schema);
    const own = whole instanceof z.ZodObject && control.part !== undefined ? whole.shape[control.part] : whole;
    const bare = own === undefined ? undefined : unwrapped(own);
    const choices = bare instanceof z.ZodEnum ? bare.options.map(String) : [];
    return { name, ...control, setting: name as keyof FolderSettings, choices };
  }),
);

/** Where a person sets the member that a problem is about, such as `['outputs', 'csv']` or `['include', '0']`. */
export function controlOf([setting, part]: readonly PropertyKey[]): FolderControl | undefined {
  const own = folderControls.filter((control) => control.setting === setting);
  return own.find((control) => control.part === part) ?? own.find((control) => control.part === undefined) ?? own[0];
}

/** What a control sets, of settings or of what is to become settings. */
export function valueIn(settings: Readonly<Record<string, unknown>>, { setting, part }: FolderControl): unknown {
  const whole = settings[setting];
  return part === undefined ? whole : (whole as Readonly<Record<string, unknown>> | undefined)?.[part];
}

/** The settings with another value for a control; undefined: nothing is said. */
export function withValue(
  settings: Readonly<Record<string, unknown>>,
  { setting, part }: FolderControl,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const parts = part === undefined ? undefined : defined({ ...(settings[setting] as object | undefined), [part]: value });
  const isEmpty = parts !== undefined && Object.keys(parts).length === 0;
  return defined({ ...settings, [setting]: isEmpty ? undefined : (parts ?? value) });
}
