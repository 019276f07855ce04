import type { Command, CommandGroup } from './command.ts';

/** Commands by name. A module is loaded when its command is called, or for the help of the program. */
export type CommandList = Readonly<Record<string, () => Promise<{ readonly command: Command | CommandGroup }>>>;

/** Every command, in the order in which help lists them. */
export const commands: CommandList = {
  run: () => import('./run/run.ts'),
  watch: () => import('./run/watch.ts'),
  serve: () => import('./serve.ts'),
  link: () => import('./link.ts'),
  status: () => import('./status/status.ts'),
  'send-again': () => import('./send-again.ts'),
  assign: () => import('./assign.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  export: () => import('./export/export.ts'),
  extraction: () => import('./definitions/extraction.ts'),
  classification: () => import('./definitions/classification.ts'),
  key: () => import('./key.ts'),
  demo: () => import('./demo/demo.ts'),
  sandbox: () => import('./sandbox.ts'),
};
