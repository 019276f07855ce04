import { type Message, say } from '../../core/messages/message.ts';
import { assertNever } from '../../core/result.ts';
import { createServiceClient, tryKey } from '../../service/client.ts';
import type { KeyTrial } from '../../service/service.ts';
import { keyProblem, keyVariable, resolveKey } from '../../settings/key.ts';
import type { Host } from '../host.ts';
import { serviceAddress } from '../input/address.ts';
import { orRefuse, Refusal } from '../input/refusal.ts';
import { jsonLine } from '../output/events.ts';
import { messageMembers } from '../output/message-members.ts';
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
  const url = serviceAddress({ flag: flags.url, environment: host.environment });
  const key = (await host.readSecret(host.wording.text(say('answers.key.prompt', { url })))).trim();
  const problem = keyProblem(key);
  if (problem !== undefined) throw new Refusal(say('answers.key.unusable', { message: problem }));
  const trial = await tryAt(url, key);
  switch (trial.kind) {
    case 'bad':
      throw new Refusal(say('answers.key.refused', { url, message: trial.message }));
    case 'unknown':
      throw new Refusal(say('answers.key.untried', { message: trial.failure.message }));
    case 'good':
    case 'good-but-empty':
      orRefuse(await host.keychain.set(url, key));
      report(
        host,
        flags,
        { origin: url, kept: true, ...outcome(trial) },
        say('answers.key.saved', { outcome: goodMessage(trial), url }),
      );
      if (isGiven(host)) host.messages.write(`${host.wording.text(say('answers.key.setHere'))}\n`);
      return 0;
    default:
      return assertNever(trial);
  }
}

/** `intray key test`: tests the key that a run would use. */
export async function testKey(flags: ServiceFlags, host: Host): Promise<0> {
  const url = serviceAddress({ flag: flags.url, environment: host.environment });
  const found = orRefuse(await resolveKey(url, host.environment, host.keychain));
  if (found === undefined) throw new Refusal(say('commandLine.key.missing', { origin: url }));
  const fromEnvironment = found.from === 'environment';
  const trial = await tryAt(url, found.key);
  switch (trial.kind) {
    case 'bad':
      throw new Refusal(
        say(fromEnvironment ? 'answers.key.refusedEnvironment' : 'answers.key.refusedKeychain', { url, message: trial.message }),
      );
    case 'unknown':
      throw new Refusal(
        say(fromEnvironment ? 'answers.key.untriedEnvironment' : 'answers.key.untriedKeychain', {
          message: trial.failure.message,
        }),
      );
    case 'good':
    case 'good-but-empty': {
      const values = { outcome: goodMessage(trial), url };
      const tested = fromEnvironment ? say('answers.key.fromEnvironment', values) : say('answers.key.fromKeychain', values);
      report(host, flags, { origin: url, from: found.from, ...outcome(trial) }, tested);
      return 0;
    }
    default:
      return assertNever(trial);
  }
}

/** `intray key clear`: removes the key of one address. */
export async function clearKey(flags: ServiceFlags, host: Host): Promise<0> {
  const url = serviceAddress({ flag: flags.url, environment: host.environment });
  const cleared = orRefuse(await host.keychain.clear(url));
  report(host, flags, { origin: url, cleared }, say(cleared ? 'answers.key.cleared' : 'answers.key.noneToClear', { url }));
  if (isGiven(host)) host.messages.write(`${host.wording.text(say('answers.key.stillUsed'))}\n`);
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

function goodMessage(trial: GoodTrial): Message {
  return trial.kind === 'good' ? say('answers.key.good') : say('answers.key.outOfPages', { message: trial.message });
}

function outcome(trial: GoodTrial): Readonly<Record<string, unknown>> {
  return trial.kind === 'good' ? { trial: 'good' } : { trial: 'good-but-empty', ...messageMembers(trial.message) };
}

function report(host: Host, flags: ServiceFlags, event: Readonly<Record<string, unknown>>, message: Message): void {
  if (flags.json === true) host.output.write(jsonLine({ event: 'key', ...event }));
  host.messages.write(`${host.wording.text(message)}\n`);
}
