import { type Message, say } from '../../core/messages/message.ts';
import { createServiceClient, tryKey } from '../../service/client.ts';
import type { KeyTrial } from '../../service/service.ts';
import { keyFileVariable, keyProblem, keyVariable } from '../../settings/key.ts';
import { resolveKey } from '../../settings/keychain.ts';
import type { Host } from '../host.ts';
import { orRefuse, Refusal } from '../input/refusal.ts';
import { serviceAddress } from '../input/service-access.ts';
import { inform, jsonLine, messageMembers } from '../output/events.ts';
import { type CommandGroup, defineCommand } from './command.ts';
import { examples, type ServiceFlags, serviceOptions } from './options.ts';

export const command: CommandGroup = {
  name: 'key',
  summary: say('help.key.summary'),
  help: [
    say('help.key.about'),
    examples('intray key set --url https://api.example.com', 'pass show intray | intray key set --url https://api.example.com'),
  ],
  commands: [
    defineCommand({
      name: 'set',
      summary: say('help.key.set'),
      options: serviceOptions,
      run: ({ flags, host }) => setKey(flags, host),
    }),
    defineCommand({
      name: 'test',
      summary: say('help.key.test'),
      options: serviceOptions,
      run: ({ flags, host }) => testKey(flags, host),
    }),
    defineCommand({
      name: 'clear',
      summary: say('help.key.clear'),
      options: serviceOptions,
      run: ({ flags, host }) => clearKey(flags, host),
    }),
  ],
};

/** `intray key set`: the new key is tested before the old one is replaced. */
export async function setKey(flags: ServiceFlags, host: Host): Promise<0> {
  const url = serviceAddress({ flag: flags.url, host });
  const key = (await host.readSecret(host.wording.text(say('answers.key.prompt', { url })))).trim();
  const problem = keyProblem(key);
  if (problem !== undefined) throw new Refusal(say('answers.key.unusable', { message: problem }));
  const trial = await tryAt(url, key, 'typed');
  orRefuse(await host.keychain.set(url, key));
  const event = { origin: url, kept: true, ...outcome(trial) };
  report(host, flags, event, say('answers.key.saved', { outcome: goodMessage(trial), url }));
  if (isGiven(host)) inform(host, say('answers.key.setHere'));
  return 0;
}

/** `intray key test`: tests the key that a run would use. */
export async function testKey(flags: ServiceFlags, host: Host): Promise<0> {
  const url = serviceAddress({ flag: flags.url, host });
  const found = orRefuse(await resolveKey(url, host.environment, host.keychain));
  if (found === undefined) throw new Refusal(say('commandLine.key.missing', { origin: url }));
  const trial = await tryAt(url, found.key, found.from);
  const event = { origin: url, from: found.from, ...outcome(trial) };
  const code = found.from === 'environment' ? 'answers.key.fromEnvironment' : 'answers.key.fromKeychain';
  report(host, flags, event, say(code, { outcome: goodMessage(trial), url }));
  return 0;
}

/** `intray key clear`: removes the key of one address. */
export async function clearKey(flags: ServiceFlags, host: Host): Promise<0> {
  const url = serviceAddress({ flag: flags.url, host });
  const cleared = orRefuse(await host.keychain.clear(url));
  report(host, flags, { origin: url, cleared }, say(cleared ? 'answers.key.cleared' : 'answers.key.noneToClear', { url }));
  if (isGiven(host)) inform(host, say('answers.key.stillUsed'));
  return 0;
}

type GoodTrial = Extract<KeyTrial, { kind: 'good' | 'good-but-empty' }>;

/** What is said of a key that the service does not take, by where the key is from. */
const refusals = {
  typed: { bad: 'answers.key.refused', unknown: 'answers.key.untried' },
  environment: { bad: 'answers.key.refusedEnvironment', unknown: 'answers.key.untriedEnvironment' },
  keychain: { bad: 'answers.key.refusedKeychain', unknown: 'answers.key.untriedKeychain' },
} as const;

/** @throws Refusal if the service does not take the key */
async function tryAt(url: string, key: string, from: keyof typeof refusals): Promise<GoodTrial> {
  const client = createServiceClient({ url, key: () => key });
  try {
    const trial = await tryKey(client);
    if (trial.kind === 'bad') throw new Refusal(say(refusals[from].bad, { url, message: trial.message }));
    if (trial.kind === 'unknown') throw new Refusal(say(refusals[from].unknown, { message: trial.failure.message }));
    return trial;
  } finally {
    await client.close();
  }
}

function isGiven(host: Host): boolean {
  return [keyVariable, keyFileVariable].some((name) => (host.environment[name] ?? '').trim() !== '');
}

function goodMessage(trial: GoodTrial): Message {
  return trial.kind === 'good' ? say('answers.key.good') : say('answers.key.outOfPages', { message: trial.message });
}

function outcome(trial: GoodTrial): Readonly<Record<string, unknown>> {
  return trial.kind === 'good' ? { trial: 'good' } : { trial: 'good-but-empty', ...messageMembers(trial.message) };
}

function report(host: Host, flags: ServiceFlags, event: Readonly<Record<string, unknown>>, message: Message): void {
  if (flags.json === true) host.output.write(jsonLine({ event: 'key', ...event }));
  inform(host, message);
}
