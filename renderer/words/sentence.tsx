import { useLocale, useTranslations } from 'use-intl';
import { inGerman } from '../../electron/core/messages/host-words/in-german.ts';
import type { Said } from '../../electron/core/messages/said.ts';
import { type Formats, useFormats } from './use-formats.ts';

type Translate = (key: string, values: Readonly<Record<string, string | number>>) => string;

/** What was said, as one text in the person's language; for places that take no markup. */
export function useSay(): (said: readonly Said[]) => string {
  const words = useTranslations('said') as unknown as Translate;
  const formats = useFormats();
  const inWords = useHostWords();
  return (said) =>
    said
      .map((one) => {
        const values = valuesOf(one, formats);
        const { message } = values;
        return words(one.key, message === undefined ? values : { ...values, message: inWords(String(message)) });
      })
      .join(' ');
}

/** Texts of the host in the person's language, as far as they are known; for places that take no markup. */
export function useHostWords(): (text: string) => string {
  const isEnglish = useIsEnglish();
  return (text) =>
    isEnglish
      ? text
      : inGerman(text)
          .map((part) => part.text)
          .join('');
}

/** What was said, in the person's language. What came as a message of the service or system is marked as English. */
export function Sentence({ said }: { readonly said: readonly Said[] }) {
  const words = useTranslations('said') as unknown as Translate;
  const formats = useFormats();
  const isEnglish = useIsEnglish();
  return said.map((one, position) => {
    const values = valuesOf(one, formats);
    const { message } = values;
    const space = position === 0 ? '' : ' ';
    if (isEnglish || message === undefined) return `${space}${words(one.key, values)}`;
    const [before, after] = words(one.key, { ...values, message: gap }).split(gap);
    if (after === undefined) return `${space}${before}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no other identity, and never change places.
      <span key={position}>
        {space}
        {before}
        <HostText text={String(message)} />
        {after}
      </span>
    );
  });
}

/**
 * A text of the host, the service or the system, in the person's language where Intray itself says it (`electron/core/host-words`). The rest
 * stays as it came: English, where it has a language.
 */
export function HostText({ text }: { readonly text: string }) {
  const isEnglish = useIsEnglish();
  if (isEnglish) return <span lang="en">{text}</span>;
  const parts = inGerman(text).map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no other identity, and never change places.
    <span key={position} lang={part.known ? undefined : 'en'}>
      {part.text}
    </span>
  ));
  return <span>{parts}</span>;
}

function useIsEnglish(): boolean {
  return useLocale().startsWith('en');
}

/** Stands where a message will be: a character that no catalogue and no file name has. */
const gap = '\u{fffc}';

/** Said of a document that the service gave no reason for: after "The service failed on it" it would say it twice. */
const noReason = 'The service could not process it.';

function valuesOf(said: Said, formats: Formats): Readonly<Record<string, string | number>> {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(said.values as Readonly<Record<string, string | number>>)) {
    if (name === 'at' && typeof value === 'number') values[name] = formats.at(value);
    else if (name === 'message') values[name] = ended(String(value));
    else if (name === 'paths') values[name] = formats.list(String(value).split('\n').map(lastPart));
    else if (typeof value === 'number') values[name] = formats.number(value);
    else values[name] = value;
  }
  return { ...values, known: values.path === '' ? 'no' : 'yes', bare: values.message === noReason ? 'yes' : 'no' };
}

function ended(text: string): string {
  const bare = text.trim();
  return /[.?!…]$/.test(bare) ? bare : `${bare}.`;
}

/** The name of a file: where it lies is told beside. Paths of Windows, too. */
function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
