import { useMemo } from 'react';
import type { Formats as CoreFormats } from '../../electron/core/messages/formats.ts';
import { useWording } from './words.tsx';

type Timed = 'at' | 'when' | 'until';

/** The formats of the person's locale; moments are relative to now unless another time is given. */
export type Formats = Omit<CoreFormats, Timed> & { readonly [Name in Timed]: (at: number, now?: number) => string };

/** Formats numbers, sizes, dates and durations for the person's locale. */
export function useFormats(): Formats {
  const { formats } = useWording();
  return useMemo(
    () => ({
      ...formats,
      at: (at, now = Date.now()) => formats.at(at, now),
      when: (at, now = Date.now()) => formats.when(at, now),
      until: (at, now = Date.now()) => formats.until(at, now),
    }),
    [formats],
  );
}
