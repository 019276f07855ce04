import { type Check, fine, problem } from './check.ts';

const needed = 24;

/** Whether this Node can run Intray. Pure. @param version such as `24.1.0` */
export function judgeNode(version: string, program: string): Check {
  const seen = `Intray ${program} on Node ${version}.`;
  if (Number(version.split('.')[0]) >= needed) return fine('program', seen);
  return problem('program', seen, `Use Node ${needed} or newer; in the project, npm run -s intray brings its own.`);
}
