import { readConfig } from '../../settings/config.ts';
import { dataDirectory } from '../../settings/data-directory.ts';
import { expandPath } from '../../settings/paths.ts';
import type { Host } from '../host.ts';
import { serviceAddress } from '../input/address.ts';
import { unverifiedDecision } from '../input/arguments.ts';
import { orRefuse } from '../input/refusal.ts';
import type { WatchFlags } from '../program.ts';
import { doWork } from './work.ts';

/** `intray watch --config FILE`: stays and watches until a signal ends it. */
export async function watch(flags: WatchFlags, host: Host): Promise<0 | 1> {
  const config = orRefuse(await readConfig(expandPath(flags.config, host.paths), host.paths));
  const unverified = orRefuse(unverifiedDecision(flags.unverified));
  return doWork(
    {
      mode: 'watch',
      folders: config.folders,
      url: serviceAddress({ flag: flags.url, environment: host.environment, config: config.url }),
      dataDirectory: dataDirectory(flags.dataDir, host.paths),
      json: flags.json === true,
      ...(unverified !== undefined && { unverified }),
    },
    host,
  );
}
