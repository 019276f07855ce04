import { dataDirectory } from '../../settings/data-directory.ts';
import { expandPath } from '../../settings/paths.ts';
import type { Host } from '../host.ts';
import { serviceAddress } from '../input/address.ts';
import { type RunFlags, runSettings, unverifiedDecision } from '../input/arguments.ts';
import { orRefuse } from '../input/refusal.ts';
import { doWork } from './work.ts';

/** `intray run FOLDER`: sends what is there, waits, delivers, and ends. */
export async function run(folder: string, flags: RunFlags, host: Host): Promise<0 | 1> {
  const settings = orRefuse(runSettings(expandPath(folder, host.paths), flags));
  const unverified = orRefuse(unverifiedDecision(flags.unverified));
  return doWork(
    {
      mode: 'run',
      folders: [settings],
      url: serviceAddress({ flag: flags.url, environment: host.environment }),
      dataDirectory: dataDirectory(flags.dataDir, host.paths),
      json: flags.json === true,
      ...(unverified !== undefined && { unverified }),
    },
    host,
  );
}
