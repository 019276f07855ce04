import { inEnglish } from '../../core/messages/wording.ts';
import { assertNever } from '../../core/result.ts';
import { createServiceClient, tryKey } from '../../service/client.ts';
import type { KeyTrial } from '../../service/service.ts';
import { keyProblem, keyVariable, resolveKey } from '../../settings/key.ts';
import type { Host } from '../host.ts';
import { serviceAddress } from '../input/address.ts';
import type { CommonFlags } from '../input/arguments.ts';
import { orRefuse, Refusal } from '../input/refusal.ts';
import { sentence } from '../output/words.ts';

/** `intray key set`: the new key is tried before the old one is replaced. */
export async function setKey(flags: CommonFlags, host: Host): Promise<0> {
  const url = serviceAddress({ flag: flags.url, environment: host.environment });
  const key = (await host.readSecret(`API key for ${url} (it is not shown): `)).trim();
  const problem = keyProblem(key);
  if (problem !== undefined) throw new Refusal(`${inEnglish(problem)} Nothing was changed.`);
  const trial = await tryAt(url, key);
  switch (trial.kind) {
    case 'bad':
      throw new Refusal(
        `${url} refused this key: ${sentence(trial.message)} It was not kept; what was kept before is unchanged.`,
      );
    case 'unknown':
      throw new Refusal(
        `The key could not be tried: ${sentence(trial.failure.message)} It was not kept; what was kept before is unchanged. Try again later.`,
      );
    case 'good':
    case 'good-but-empty':
      break;
    default:
      assertNever(trial);
  }
  const kept = await host.keychain.set(url, key);
  orRefuse(kept);
  say(host, flags, { origin: url, kept: true, ...outcome(trial) }, `${goodWords(trial)} It is kept in the keychain for ${url}.`);
  if (isGiven(host)) host.messages.write(`Note: ${keyVariable} is set here, and wins over the keychain.\n`);
  return 0;
}

/** `intray key test`: says how the key fares that a run would use. */
export async function testKey(flags: CommonFlags, host: Host): Promise<0> {
  const url = serviceAddress({ flag: flags.url, environment: host.environment });
  const found = orRefuse(await resolveKey(url, host.environment, host.keychain));
  if (found === undefined)
    throw new Refusal(`There is no API key for ${url}. Keep one with "intray key set --url ${url}", or set ${keyVariable}.`);
  const trial = await tryAt(url, found.key);
  const source = found.from === 'environment' ? `the key in ${keyVariable}` : 'the key in the keychain';
  if (trial.kind === 'bad') throw new Refusal(`${url} refused ${source}: ${sentence(trial.message)}`);
  if (trial.kind === 'unknown')
    throw new Refusal(`${source[0]?.toUpperCase()}${source.slice(1)} could not be tried: ${sentence(trial.failure.message)}`);
  say(host, flags, { origin: url, from: found.from, ...outcome(trial) }, `${goodWords(trial)} (${url}, ${source})`);
  return 0;
}

/** `intray key clear`: forgets the key of one address. */
export async function clearKey(flags: CommonFlags, host: Host): Promise<0> {
  const url = serviceAddress({ flag: flags.url, environment: host.environment });
  const cleared = orRefuse(await host.keychain.clear(url));
  say(host, flags, { origin: url, cleared }, cleared ? `The key for ${url} is no longer kept.` : `There was no key for ${url}.`);
  if (isGiven(host)) host.messages.write(`Note: ${keyVariable} is set here, and is still used.\n`);
  return 0;
}

async function tryAt(url: string, key: string): Promise<KeyTrial> {
  const client = createServiceClient({ url, key: () => key });
  try {
    return await tryKey(client);
  } finally {
    await client.close();
  }
}

function isGiven(host: Host): boolean {
  return (host.environment[keyVariable] ?? '').trim() !== '';
}

type GoodTrial = Extract<KeyTrial, { kind: 'good' | 'good-but-empty' }>;

function goodWords(trial: GoodTrial): string {
  return trial.kind === 'good'
    ? 'The key is good.'
    : `The key is good, and the account is out of pages: ${sentence(trial.message)}`;
}

function outcome(trial: GoodTrial): Readonly<Record<string, unknown>> {
  return trial.kind === 'good' ? { trial: 'good' } : { trial: 'good-but-empty', message: trial.message };
}

function say(host: Host, flags: CommonFlags, event: Readonly<Record<string, unknown>>, words: string): void {
  if (flags.json === true) host.output.write(`${JSON.stringify({ event: 'key', ...event })}\n`);
  host.messages.write(`${words}\n`);
}
