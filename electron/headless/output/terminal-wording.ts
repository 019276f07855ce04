import type { Language } from '../../core/languages/languages.ts';
import type { Message, MessageValue } from '../../core/messages/message.ts';
import { createWording, type Wording, type WordingOptions } from '../../core/messages/wording.ts';

/** Puts messages into words for a terminal, on which nothing that they quote, such as a file name, can act. */
export function createTerminalWording(language: Language, options: WordingOptions): Wording {
  const wording = createWording(language, options);
  return { ...wording, text: (message) => wording.text([message].flat().map(harmless)) };
}

function harmless({ code, values }: Message): Message {
  return { code, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, harmlessValue(value)])) };
}

function harmlessValue(value: MessageValue): MessageValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return printable(value);
  return 'code' in value ? harmless(value) : value.map((each) => (typeof each === 'string' ? printable(each) : harmless(each)));
}

/** Replaces what could act on a terminal: control characters, line breaks, reversed writing. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\u{fffd}');
}
