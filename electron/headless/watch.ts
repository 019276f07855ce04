import { readConfig } from '../settings/config.ts';
import { dataDirectory } from '../settings/data-directory.ts';
import { expandPath } from '../settings/paths.ts';
import { serviceAddress } from './address.ts';
import { unprovenDecision } from './arguments.ts';
import type { Host } from './host.ts';
import type { WatchFlags } from './program.ts';
import { orRefuse } from './refusal.ts';
import { doWork } from './work.ts';

/** `intray watch --config FILE`: stays and watches until a signal ends it. */
export async function watch(flags: WatchFlags, host: Host): Promise<0 | 1> {
  const config = orRefuse(await readConfig(expandPath(flags.config, host.paths), host.paths));
  const unproven = orRefuse(unprovenDecision(flags.unproven));
  return doWork(
    {
      mode: 'watch',
      folders: config.folders,
      url: serviceAddress({ flag: flags.url, environment: host.environment, config: config.url }),
      dataDirectory: dataDirectory(flags.dataDir, host.paths),
      json: flags.json === true,
      ...(unproven !== undefined && { unproven }),
    },
    host,
  );
}
