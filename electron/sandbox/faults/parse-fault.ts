import { type Message, say } from '../../core/messages/message.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { type EndpointName, endpointGroups, endpointNames } from '../endpoints.ts';
import { defaultEndpoints, type Fault, mayBeKept } from './fault.ts';
import { faultWords } from './fault-words.ts';

/**
 * Reads a fault as it is written on the command line: `NAME[:VALUE][,on=ENDPOINT+…][,times=N][,skip=N][,chance=0.5]
 * [,seconds=N][,kept]`, e.g. `gateway:502,on=uploadFiles+createExtraction,times=2,kept`.
 * Endpoints are named as in `endpoints.ts`; `all`, `uploads` and `polls` are groups. The error is a message for people.
 */
export function parseFault(text: string): Result<Fault, Message> {
  const [head = '', ...rest] = splitOutsideBraces(text.trim());
  const colon = head.indexOf(':');
  const name = colon === -1 ? head : head.slice(0, colon);
  const value = colon === -1 ? undefined : head.slice(colon + 1);
  const names = faultWords.map(({ form }) => form.replace(/[[:].*/, ''));
  const word = faultWords[names.indexOf(name)];
  if (word === undefined) return err(say('sandbox.fault.unknown', { name, names: names.join(', ') }));
  if (typeof word.effect !== 'function' && value !== undefined) return err(say('sandbox.fault.noValue', { fault: head, name }));
  const effect = typeof word.effect === 'function' ? word.effect(value) : word.effect;
  if (effect === undefined) {
    const form = word.form.replaceAll(/[[\]]/g, '');
    return err(say('sandbox.fault.needsValue', { fault: head, name, form }));
  }
  let fault: Fault = { effect, on: defaultEndpoints(effect), skip: 0, chance: 1, kept: false };
  for (const option of rest) {
    const changed = withOption(fault, option.trim());
    if (!changed.ok) return err(say('sandbox.fault.option', { fault: text, problem: changed.error }));
    fault = changed.value;
  }
  return ok(fault);
}

type ReadOption = (fault: Fault, option: string, value: string) => Result<Fault, Message>;

const options: Readonly<Record<string, ReadOption>> = {
  on: (fault, _, value) => withEndpoints(fault, value),
  times: (fault, option, value) => withNumber(option, value, /^[1-9]\d*$/, (times) => ({ ...fault, times })),
  skip: (fault, option, value) => withNumber(option, value, /^\d+$/, (skip) => ({ ...fault, skip })),
  seconds: (fault, option, value) => withNumber(option, value, /^\d+(\.\d+)?$/, (seconds) => ({ ...fault, seconds })),
  chance: (fault, option, value) => withNumber(option, value, /^(0(\.\d+)?|1(\.0+)?)$/, (chance) => ({ ...fault, chance })),
  kept(fault, option) {
    if (option !== 'kept') return err(say('sandbox.fault.keptWithValue'));
    return mayBeKept(fault.effect) ? ok({ ...fault, kept: true }) : err(say('sandbox.fault.keptWithoutMeaning'));
  },
};

function withOption(fault: Fault, option: string): Result<Fault, Message> {
  const [, name = '', value = ''] = /^(\w+)(?:=(.*))?$/.exec(option) ?? [];
  const read = Object.hasOwn(options, name) ? options[name] : undefined;
  return read?.(fault, option, value) ?? err(say('sandbox.fault.unknownOption', { option }));
}

function withEndpoints(fault: Fault, value: string): Result<Fault, Message> {
  if (fault.effect.kind === 'refuse') return err(say('sandbox.fault.noEndpoint'));
  const named = value.split('+').map((part) => endpointsNamed(part));
  if (named.includes(undefined)) {
    const names = [...Object.keys(endpointGroups), ...endpointNames].join(', ');
    return err(say('sandbox.fault.unknownEndpoint', { value, names }));
  }
  return ok({ ...fault, on: named.flatMap((names) => names ?? []) });
}

function withNumber(option: string, value: string, form: RegExp, set: (number: number) => Fault): Result<Fault, Message> {
  return form.test(value) ? ok(set(Number(value))) : err(say('sandbox.fault.notANumber', { option }));
}

function endpointsNamed(name: string): readonly EndpointName[] | undefined {
  if (Object.hasOwn(endpointGroups, name)) return endpointGroups[name];
  const endpoint = endpointNames.find((candidate) => candidate === name);
  return endpoint === undefined ? undefined : [endpoint];
}

/** Splits at commas, but not at those of a pattern such as `{a,b}.pdf`. */
function splitOutsideBraces(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === ',' && depth <= 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}
