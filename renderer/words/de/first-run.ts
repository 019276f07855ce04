import type { firstRun as english } from '../en/first-run.ts';
import type { Like } from '../like.ts';

export const firstRun: Like<typeof english> = {
  title: 'Willkommen bei Intray',
  emptyTitle: 'Willkommen bei Intray',
  emptyDetail: 'Verbinden Sie Intray mit Ihrem Dienst, oder probieren Sie es ohne Konto aus.',
};
