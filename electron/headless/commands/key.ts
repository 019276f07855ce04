import { type Message, say } from '../../core/messages/message.ts';
import { createServiceClient, tryKey } from '../../service/client.ts';
import { keyFileVariable, keyProblem, keyVariable } from '../../settings/key.ts';
import { resolveKey } from '../../settings/keychain.ts';
import type { Host } from '../host.ts';
import { orRefuse, Refusal } from '../input/refusal.ts';
import { serviceAddress } from '../input/service-access.ts';
import { inform, type JsonMembers, jsonLine, messageMembers } from '../output/events.ts';
import { type CommandGroup, defineCommand } from './command.ts';
import { examples, serviceOptions } from './options.ts';

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
      /** The new key is tested before the old one is replaced. */
      async run({ flags, host }) {
        const url = serviceAddress({ flag: flags.url, host });
        const key = (await host.readSecret(host.wording.text(say('answers.key.prompt', { url })))).trim();
        const problem = keyProblem(key);
        if (problem !== undefined) throw new Refusal(say('answers.key.unusable', { message: problem }));
        const { outcome, members } = await tryAt(url, key, 'typed');
        orRefuse(await host.keychain.set(url, key));
        const event = { origin: url, kept: true, ...members };
        return report(host, flags, event, say('answers.key.saved', { outcome, url }), say('answers.key.setHere'));
      },
    }),
    defineCommand({
      name: 'test',
      summary: say('help.key.test'),
      options: serviceOptions,
      async run({ flags, host }) {
        const url = serviceAddress({ flag: flags.url, host });
        const found = orRefuse(await resolveKey(url, host.environment, host.keychain));
        if (found === undefined) throw new Refusal(say('commandLine.key.missing', { origin: url }));
        const { key, from } = found;
        const { outcome, members } = await tryAt(url, key, from);
        return report(host, flags, { origin: url, from, ...members }, say('answers.key.tested', { outcome, url, from }));
      },
    }),
    defineCommand({
      name: 'clear',
      summary: say('help.key.clear'),
      options: serviceOptions,
      async run({ flags, host }) {
        const url = serviceAddress({ flag: flags.url, host });
        const cleared = orRefuse(await host.keychain.clear(url));
        const message = say(cleared ? 'answers.key.cleared' : 'answers.key.noneToClear', { url });
        return report(host, flags, { origin: url, cleared }, message, say('answers.key.stillUsed'));
      },
    }),
  ],
};

/** @throws Refusal if the service does not take the key */
async function tryAt(url: string, key: string, from: 'typed' | 'environment' | 'keychain') {
  const client = createServiceClient({ url, key: () => key });
  const trial = await tryKey(client).finally(() => client.close());
  if (trial.kind === 'bad') throw new Refusal(say('answers.key.refused', { url, from, message: trial.message }));
  if (trial.kind === 'unknown') throw new Refusal(say('answers.key.untried', { from, message: trial.failure.message }));
  return trial.kind === 'good'
    ? { outcome: say('answers.key.good'), members: { trial: trial.kind } }
    : {
        outcome: say('answers.key.outOfPages', { message: trial.message }),
        members: { trial: trial.kind, ...messageMembers(trial.message) },
      };
}

/** @param beside said where the environment has a key too */
function report(host: Host, { json }: { readonly json?: boolean }, event: JsonMembers, message: Message, beside?: Message): 0 {
  if (json === true) host.output.write(jsonLine({ event: 'key', ...event }));
  const isGiven = [keyVariable, keyFileVariable].some((name) => (host.environment[name] ?? '').trim() !== '');
  inform(host, message, ...(beside !== undefined && isGiven ? [beside] : []));
  return 0;
}
