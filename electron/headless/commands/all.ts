import type { CommandList } from './command.ts';

/** Every command, in the order in which help lists them. */
export const commands: CommandList = {
  run: () => import('./run/run.ts'),
  watch: () => import('./run/watch.ts'),
  serve: () => import('./serve.ts'),
  link: () => import('./link.ts'),
  status: () => import('./status/status.ts'),
  send: () => import('./send.ts'),
  'send-again': () => import('./send-again.ts'),
  budget: () => import('./budget.ts'),
  costs: () => import('./costs.ts'),
  answer: () => import('./answer.ts'),
  check: () => import('./check.ts'),
  filing: () => import('./filing.ts'),
  assign: () => import('./assign.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  export: () => import('./export/export.ts'),
  extraction: () => import('./definitions/extraction.ts'),
  classification: () => import('./definitions/classification.ts'),
  config: () => import('./config.ts'),
  schema: () => import('./reference/schema.ts'),
  key: () => import('./key.ts'),
  demo: () => import('./demo/demo.ts'),
  sandbox: () => import('./sandbox.ts'),
  completion: () => import('./reference/completion.ts'),
  man: () => import('./reference/man.ts'),
};
