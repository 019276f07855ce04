import { z } from 'zod';
import { rule } from './rules.ts';

/**
 * The hooks: what Intray tells the programs and servers of its owner, and where. They stand in the config file and in the
 * data directory's settings file and nowhere else; no request of a window has a member for them, because whoever sets a hook
 * chooses what runs on this machine.
 */
export const hookNames = ['onDelivered', 'onAttention', 'onFailed', 'onChanged'] as const;
export type HookName = (typeof hookNames)[number];

/** A program that is looked up in PATH, or an absolute path. What is relative would depend on where Intray was started. */
const programName = z
  .string({ error: rule('hookProgram') })
  .min(1, { abort: true })
  .refine((name) => !name.includes('\0') && (!/[\\/]/.test(name) || /^([\\/]|[a-z]:[\\/])/i.test(name)), rule('hookProgram'));

const argument = z.string({ error: rule('text') }).refine((text) => !text.includes('\0'), rule('noNul'));

/** Intray's own variables hold its secrets. */
const variable = z.string({ error: rule('hookVariable') }).regex(/^(?!INTRAY_)[A-Za-z_][A-Za-z0-9_]*$/i, rule('hookVariable'));

const secret = z
  .strictObject({ environment: z.string().min(1).optional(), file: z.string().min(1).optional() })
  .refine(({ environment, file }) => (environment === undefined) !== (file === undefined), rule('hookSecret'));

/** HTTPS; without it nothing leaves this machine. No name or password: they would be in the config file, and a secret signs. */
const hookUrl = /^(https:\/\/[^\s/?#@\\]+|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?)([/?#][^\s\\]*)?$/i;

const hookSchema = z
  .strictObject({
    /** The program and its arguments; there is no shell. The event comes on its standard input. */
    program: z.tuple([programName], argument, { error: rule('hookArguments') }).optional(),
    /** Variables of Intray's environment that the program gets, beside those that every program needs. */
    environment: z.array(variable).optional(),
    /** Or an address: the event is posted there, signed by the scheme of Standard Webhooks. */
    url: z
      .string({ error: rule('hookUrl') })
      .regex(hookUrl, rule('hookUrl'))
      .optional(),
    /** Where the secret is that signs it: a variable of the environment, or a file. */
    secret: secret.optional(),
    /** It is ended after so many seconds. */
    timeoutSeconds: z.number().min(1).max(3600).default(60),
  })
  .refine(({ program, url }) => (program === undefined) !== (url === undefined), rule('hookProgramOrUrl'))
  .refine(({ url, secret: signs }) => (url === undefined) === (signs === undefined), rule('hookSecretOfUrl'))
  .refine(({ program, environment }) => program !== undefined || environment === undefined, rule('hookEnvironmentOfProgram'));

const eventHooks = Object.fromEntries(hookNames.map((name) => [name, hookSchema.optional()])) as Record<
  HookName,
  z.ZodOptional<typeof hookSchema>
>;

export const hooksSchema = z.strictObject({
  ...eventHooks,
  /** By the path of a watched folder: what holds there instead. */
  folders: z.record(z.string(), z.strictObject(eventHooks)).optional(),
  /** How many run at once. */
  atOnce: z.int().min(1).max(16).default(2),
  /** An event that nobody took is given up after so many days. */
  giveUpDays: z.number().min(0.01).max(30).default(3),
});

export type Hook = z.infer<typeof hookSchema>;
export type Hooks = z.infer<typeof hooksSchema>;

/** Those of somebody who has set none. */
export const noHooks: Hooks = hooksSchema.parse({});

/** The hook of an event in a folder; undefined if there is none. */
export function hookOf(hooks: Hooks, folder: string, name: HookName): Hook | undefined {
  const own = hooks.folders !== undefined && Object.hasOwn(hooks.folders, folder) ? hooks.folders[folder] : undefined;
  return own?.[name] ?? hooks[name];
}

/** Whether anything of a folder is told anybody. */
export function hasHooks(hooks: Hooks, folder: string): boolean {
  return hookNames.some((name) => hookOf(hooks, folder, name) !== undefined);
}

/** The same hooks with other spellings of the folders' paths. */
export function hooksAt(hooks: Hooks, pathOf: (path: string) => string): Hooks {
  if (hooks.folders === undefined) return hooks;
  return { ...hooks, folders: Object.fromEntries(Object.entries(hooks.folders).map(([path, own]) => [pathOf(path), own])) };
}
