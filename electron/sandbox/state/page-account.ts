import type { Clock } from '../clock.ts';

/** The account's pages: a number per calendar month (UTC), for all processing (electron/service/README.md, "Limits"). */
export interface PageAccount {
  readonly perMonth: number;
  remaining(): number;
  /** Takes all of them, or none and returns false. */
  take(pages: number): boolean;
  /** Corrects an earlier charge: a positive number takes more (never below zero), a negative one gives back. */
  adjust(pages: number): void;
  /** Sets how many are left this month. */
  setRemaining(pages: number): void;
}

export function createPageAccount({ clock, perMonth }: { readonly clock: Clock; readonly perMonth: number }): PageAccount {
  let month = monthOf(clock.now());
  let left = perMonth;

  function renew(): void {
    const current = monthOf(clock.now());
    if (current === month) return;
    month = current;
    left = perMonth;
  }

  return {
    perMonth,
    remaining() {
      renew();
      return left;
    },
    take(pages) {
      renew();
      if (pages > left) return false;
      left -= pages;
      return true;
    },
    adjust(pages) {
      renew();
      left = Math.max(0, left - pages);
    },
    setRemaining(pages) {
      renew();
      left = pages;
    },
  };
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}
