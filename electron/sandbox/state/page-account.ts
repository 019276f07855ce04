import type { Clock } from '../clock.ts';

export type PageAccount = ReturnType<typeof createPageAccount>;

/** The account's pages: a number per calendar month (UTC), for all processing (electron/service/README.md, "Limits"). */
export function createPageAccount({ clock, perMonth }: { readonly clock: Clock; readonly perMonth: number }) {
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
    remaining(): number {
      renew();
      return left;
    },
    /** Takes all of them, or none and returns false. */
    take(pages: number): boolean {
      renew();
      if (pages > left) return false;
      left -= pages;
      return true;
    },
    /** Corrects an earlier charge: a positive number takes more (never below zero), a negative one gives back. */
    adjust(pages: number): void {
      renew();
      left = Math.max(0, left - pages);
    },
    /** Sets how many are left this month. */
    setRemaining(pages: number): void {
      renew();
      left = pages;
    },
  };
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}
