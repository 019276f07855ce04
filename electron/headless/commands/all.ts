import type { CommandList } from './command.ts';

/** Every command, in the order in which help lists them. */
export const commands: CommandList = {
  run: () => import('./run/run.ts'),
  watch: () => import('./run/watch.ts'),
  status: () => import('./status/status.ts'),
  review: () => import('./review.ts'),
  answer: () => import('./answer/answer.ts'),
  send: () => import('./send.ts'),
  filing: () => import('./filing.ts'),
  export: () => import('./export/export.ts'),
  route: () => import('./route/route.ts'),
  key: () => import('./key.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  costs: () => import('./costs.ts'),
  demo: () => import('./demo/demo.ts'),
  sandbox: () => import('./sandbox.ts'),
  config: () => import('./config/config.ts'),
};
