import { useEffect } from 'react';
import type { WatchedBridge } from './connection.ts';
import { useHost } from './host.tsx';
import { useHostQuery } from './use-host-query.ts';

/** How often the host is told that somebody is still there, in milliseconds; it forgets after five minutes. */
const renewMs = 60_000;
/** A window that cannot be seen for so long shows nothing to anybody, in milliseconds. */
const hiddenMs = 10_000;
/** What people do before a window. */
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/** Tells this window from others of the host; not a secret. */
const ownId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Tells the host which document this window shows for review, for as long as somebody is before it, where other machines want to
 * know. Nothing waits for it, and a refusal is not worth a word.
 */
export function useShownForReview(id: number | undefined): void {
  const host = useHost();
  const { data: status } = useHostQuery('status', {});
  const isAlone = status?.openElsewhere === undefined;
  useEffect(() => (id === undefined || isAlone ? undefined : showForReview(host, id)), [host, id, isAlone]);
}

/** @returns ends it */
function showForReview(host: WatchedBridge, id: number): () => void {
  let toldAt: number | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const tell = (open: boolean): void => {
    toldAt = open ? performance.now() : undefined;
    void host.request('showForReview', { id, window: ownId, open });
  };
  const close = (): void => {
    clearTimeout(hiding);
    if (toldAt !== undefined) tell(false);
  };
  const onLife = (): void => {
    if (toldAt === undefined || performance.now() - toldAt >= renewMs) tell(true);
  };
  const onVisibility = (): void => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(close, hiddenMs);
    else onLife();
  };
  const options = { passive: true, capture: true };
  for (const sign of signsOfLife) window.addEventListener(sign, onLife, options);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', close);
  if (document.visibilityState === 'visible') tell(true);
  return () => {
    for (const sign of signsOfLife) window.removeEventListener(sign, onLife, options);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', close);
    close();
  };
}
