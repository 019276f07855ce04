import { dataDirectory } from '../settings/data-directory.ts';
import { expandPath } from '../settings/paths.ts';
import { serviceAddress } from './address.ts';
import { type RunFlags, runSettings, unprovenDecision } from './arguments.ts';
import type { Host } from './host.ts';
import { orRefuse } from './refusal.ts';
import { doWork } from './work.ts';

/** `intray run FOLDER`: sends what is there, waits, delivers, and ends. */
export async function run(folder: string, flags: RunFlags, host: Host): Promise<0 | 1> {
  const settings = orRefuse(runSettings(expandPath(folder, host.paths), flags));
  const unproven = orRefuse(unprovenDecision(flags.unproven));
  return doWork(
    {
      mode: 'run',
      folders: [settings],
      url: serviceAddress({ flag: flags.url, environment: host.environment }),
      dataDirectory: dataDirectory(flags.dataDir, host.paths),
      json: flags.json === true,
      ...(unproven !== undefined && { unproven }),
    },
    host,
  );
}
