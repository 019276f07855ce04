/** What every acceptance test has of its own, so that several can run beside each other: directories, a service, the program. */
import {
  type Intray,
  type IntrayEnd,
  type IntrayOptions,
  makeWorkspace,
  runIntray,
  startIntray,
  type Workspace,
} from '../support/run-intray.ts';
import { type StrictOptions, type StrictService, startStrictService } from '../support/strict/strict-service.ts';

/** null: no key at all. Default: the service's. */
type Options = Pick<IntrayOptions, 'input'> & { readonly key?: string | null };

export interface Program {
  readonly space: Omit<Workspace, 'remove'>;
  readonly service: StrictService;
  /** The id of an extraction named "Invoices". */
  readonly extraction: string;
  start(args: readonly string[], options?: Options): Intray;
  run(args: readonly string[], options?: Options): Promise<IntrayEnd>;
  /** `intray run` on the folder with --json and a short settle time; `route` is the extraction by default. */
  runFolder(more?: readonly string[], options?: Options & { readonly route?: readonly string[] }): Promise<IntrayEnd>;
  /** The arguments of `runFolder`. */
  folderArgs(more?: readonly string[], route?: readonly string[]): string[];
}

/**
 * @param enter where the program runs (`Mounts.enter`)
 * @param onTestFinished of the test's context: what the program holds is let go then, also by a test that failed
 */
export async function openProgram(
  onTestFinished: (work: () => Promise<void>) => void,
  options: StrictOptions = {},
  enter: readonly string[] = [],
): Promise<Program> {
  const [{ remove, ...space }, service] = await Promise.all([makeWorkspace(), startStrictService(options)]);
  const extraction = service.addExtraction();
  const started: Intray[] = [];
  onTestFinished(async () => {
    for (const intray of started) intray.signal('SIGKILL');
    await Promise.all(started.map((intray) => intray.ended));
    await Promise.all([service.close(), remove()]);
  });
  const withKey = (args: readonly string[], { key, ...rest }: Options): IntrayOptions => {
    const given = key === undefined ? service.key : key;
    return { args, home: space.home, enter, ...rest, ...(given === null ? {} : { key: given }) };
  };
  const program: Program = {
    space,
    service,
    extraction,
    start(args, given = {}) {
      const intray = startIntray(withKey(args, given));
      started.push(intray);
      return intray;
    },
    run: (args, given = {}) => runIntray(withKey(args, given)),
    runFolder: (more = [], { route, ...given } = {}) => program.run(program.folderArgs(more, route), given),
    folderArgs: (more = [], route = ['--extraction', extraction]) => {
      const where = ['--url', service.url, '--data-dir', space.dataDir, '--json', '--settle-seconds', '0.2'];
      return ['run', space.folder, ...route, ...where, ...more];
    },
  };
  return program;
}

/** Contents that were not sent exactly once, with how often they were. */
export function sentOtherThanOnce(service: StrictService): [string, number][] {
  return [...service.uploads].filter(([, times]) => times !== 1);
}
