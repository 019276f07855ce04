import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { isOfPages } from '../../../electron/core/account/budget.ts';
import type { OptionKey, ShownName } from '../../../electron/core/config/folder-controls.ts';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { builtInNames, unknownFields } from '../../../electron/core/filing/filing-values.ts';
import { parseTemplate } from '../../../electron/core/filing/template.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { Button } from '../../components/button.tsx';
import { Choices } from '../../components/choices.tsx';
import { Field, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { Progress } from '../../components/progress.tsx';
import { Switch } from '../../components/switch.tsx';
import { useHostQuery } from '../../host/host.tsx';
import { labelOf } from '../../review/review-task.ts';
import { useText, useWords } from '../../words/words.tsx';
import { ChecksPart } from './checks-part.tsx';
import { ColumnsPart } from './columns-part.tsx';
import { type Draft, defaultValues, formControls, hasTable, templateOf } from './draft.ts';
import styles from './form.module.css';
import type { PartProps } from './part.tsx';
import { useRouteViews } from './part.tsx';
import { Trial } from './trial.tsx';

const tabs = ['written', 'filing', 'checks', 'limits', 'advanced'] as const;

/** Everything about a folder that has good defaults, in five tabs. Those that are not shown keep their entries. */
export function SettingsTabs({ watched, ...part }: PartProps & { readonly watched: WatchedFolder }) {
  const { draft } = part;
  const words = useWords('folders.tabs');
  const contents = {
    written: (
      <>
        <Written {...part} />
        {hasTable(draft) && <ColumnsPart {...part} />}
      </>
    ),
    filing: <FilingPart {...part} />,
    checks: hasChecks(draft) ? <ChecksPart {...part} /> : <p className="hint">{words('noChecks')}</p>,
    limits: (
      <>
        <Settings group="limits" {...part} />
        <BudgetBars folderId={watched.id} />
      </>
    ),
    advanced: <Settings group="advanced" {...part} />,
  } satisfies Record<(typeof tabs)[number], ReactNode>;
  return (
    <Tabs.Root defaultValue="written" className="stack gap-4">
      <Tabs.List className={styles.tabs} aria-label={words('label')}>
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab} value={tab} className={styles.tab}>
            {words(tab)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content key={tab} value={tab} forceMount className={`stack gap-4 ${styles.tabPanel}`}>
          {contents[tab]}
        </Tabs.Content>
      ))}
      {(draft.checks.length > 0 || draft.fileAway === 'move') && <Trial draft={draft} watched={watched} />}
    </Tabs.Root>
  );
}

/** How much of each of a folder's budgets is used. */
function BudgetBars({ folderId }: { readonly folderId: number }) {
  const words = useWords('folders.tabs');
  const { data: status } = useHostQuery('status', {});
  const own = (status?.budgets ?? []).filter(isOfPages).filter((budget) => budget.folderId === folderId);
  return own.map(({ period, pages, used }) => {
    const text = words('used', { period, used, pages });
    return (
      <div key={period} className="stack gap-1">
        <p>{text}</p>
        <Progress label={text} value={pages === 0 ? 1 : Math.min(1, used / pages)} />
      </div>
    );
  });
}

function Written(part: PartProps) {
  const words = useWords('folders.results');
  const { draft } = part;
  return (
    <fieldset className="stack gap-2">
      <legend>{words('written')}</legend>
      <Settings group="written" {...part} />
      {draft.csv === 'folder' && <Settings group="table" {...part} />}
      <div role="status">{!draft.outputJson && !hasTable(draft) && <p className="hint">{words('nothing')}</p>}</div>
    </fieldset>
  );
}

/** Only an extraction has values to check. */
function hasChecks({ choice, checks, next }: Draft): boolean {
  return choice.includes('extraction') || checks.length > 0 || next.rows.length > 0;
}

/** The settings of one part of the form, in the order of the table: numbers first, then lists, then the others. */
export function Settings({ group, ...part }: PartProps & { readonly group: (typeof formControls)[number]['in'] }) {
  const own = formControls.filter((control) => control.in === group);
  const shown = (...kinds: readonly string[]) =>
    own.filter(({ as }) => kinds.includes(as)).map(({ name }) => <Setting key={name} name={name as ShownName} {...part} />);
  const boxes = [...shown('number'), ...shown('lines')];
  return (
    <>
      {boxes.length > 0 && <div className={styles.pair}>{boxes}</div>}
      {shown('switch', 'radio', 'select', 'text')}
    </>
  );
}

/** One setting, as the table says that it is typed. */
function Setting({ name, draft, change, errors }: PartProps & { readonly name: ShownName }) {
  const words = useWords('folders.settings');
  const control = formControls.find((each) => each.name === name);
  if (control === undefined) return null;
  const { as, on, off = '', unset, choices } = control;
  const value = draft[name];
  const put = (typed: string | boolean): void => change({ [name]: typed });
  const option = (choice: string) => words(`${name}.options.${choice}` as OptionKey);
  const hint = words.has(`${name}.hint` as 'include.hint') ? words(`${name}.hint` as 'include.hint') : undefined;
  const hintOf = (choice: string) =>
    words.has(`${name}.hints.${choice}` as 'unresolved.hints.hold')
      ? words(`${name}.hints.${choice}` as 'unresolved.hints.hold')
      : undefined;
  const field = { label: words(`${name}.label`), hint, error: errors[name] };
  switch (as) {
    case 'number':
    case 'text':
      return (
        <TextField
          {...field}
          optional={as === 'number' && defaultValues[name] === ''}
          className={as === 'number' ? 'number-box' : styles.short}
          inputMode={as === 'number' ? 'decimal' : 'text'}
          value={String(value)}
          onText={put}
        />
      );
    case 'lines':
      return (
        <Field {...field} optional>
          <TextArea
            className="code"
            rows={3}
            spellCheck={false}
            value={String(value)}
            onChange={({ target }) => put(target.value)}
          />
        </Field>
      );
    case 'switch':
      return (
        <Switch
          {...field}
          checked={on === undefined ? value === true : (value || unset) === on}
          onChange={(isOn) => put(on === undefined ? isOn : isOn ? on : off)}
        />
      );
    case 'select':
      return (
        <SelectField
          {...field}
          className={styles.short}
          value={String(value)}
          options={[['', words(`${name}.none` as 'dates.none')], ...choices.map((choice) => [choice, option(choice)] as const)]}
          onChoose={put}
        />
      );
    case 'radio':
      return (
        <Choices
          legend={field.label}
          value={String(value)}
          options={choices.map((choice) => ({ value: choice, label: option(choice), hint: hintOf(choice) }))}
          onChoose={put}
        />
      );
    case 'own':
      return null;
    default:
      return assertNever(as);
  }
}

interface PicksProps {
  readonly fields: readonly string[];
  readonly template: string;
  readonly onPick: (template: string) => void;
}

/** Makes a template of values, one click each. */
function Picks({ fields, template, onPick }: PicksProps) {
  const words = useWords('filing.form');
  const pick = (value: string): void => onPick(`${template}${template === '' || template.endsWith('/') ? '' : '_'}${value}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups buttons, not fields.
    <div role="group" aria-label={words('picks')} className="row wrap gap-2">
      <span className="hint">{words('picks')}</span>
      {fields.map((field) => (
        <Button key={field} size="small" onClick={() => pick(`{${field}}`)}>
          {labelOf(field)}
        </Button>
      ))}
      {builtInNames.map(
        (name) =>
          !fields.includes(name) && (
            <Button key={name} size="small" onClick={() => pick(`{${name}}`)}>
              {words(`own.${name}`)}
            </Button>
          ),
      )}
      <Button size="small" disabled={template === '' || template.endsWith('/')} onClick={() => onPick(`${template}/`)}>
        {words('below')}
      </Button>
    </div>
  );
}

/** Where finished documents go, and by which of their values they are named. */
function FilingPart(part: PartProps) {
  const { draft, change, errors } = part;
  const words = useWords('filing.form');
  const text = useText();
  const template = templateOf(draft);
  const parsed = template === undefined ? undefined : parseTemplate(template);
  const { fields } = useRouteViews(draft);
  const said = parsed === undefined || fields.length === 0 ? [] : parsed.ok ? unknownFields(parsed.value, fields) : [];
  return (
    <>
      <Setting name="fileAway" {...part} />
      {draft.fileAway === 'move' && (
        <>
          <Setting name="moveTo" {...part} />
          <TextField
            label={words('template')}
            hint={words('templateHint', { example: '{vendor_name}/{invoice_date:yyyy}/{invoice_date}_{invoice_number}.pdf' })}
            error={errors.fileAs}
            value={draft.fileAs}
            onText={(fileAs) => change({ fileAs })}
          />
          <Picks fields={fields} template={draft.fileAs} onPick={(fileAs) => change({ fileAs })} />
          <div role="status">
            {(parsed?.ok === false ? [parsed.error] : said).map((message) => (
              <p key={text(message)} className="hint">
                {text(message)}
              </p>
            ))}
          </div>
          {template !== undefined && <Setting name="fileWhen" {...part} />}
        </>
      )}
    </>
  );
}
