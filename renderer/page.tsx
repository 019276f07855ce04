import { useEffect, useState } from 'react';
import type { Bridge } from '../electron/core/contract/bridge.ts';

/** What the window shows: which program this is, and what it can do as it stands. */
export function Page({ bridge }: { readonly bridge: Bridge | undefined }) {
  const version = useVersion(bridge);
  return (
    <main>
      <h1>Intray</h1>
      <p className="version" role="status">
        {version}
      </p>
      <p>
        The work is done on the command line: <code>npm run -s intray -- --help</code> lists what it does, and{' '}
        <code>npm run demo</code> shows it on sample documents. This window does not watch folders.
      </p>
    </main>
  );
}

/** A line about the version, asked of the host once. */
function useVersion(bridge: Bridge | undefined): string {
  const [line, setLine] = useState('');
  useEffect(() => {
    if (bridge === undefined) {
      setLine('This page has no host: it was opened outside of Intray.');
      return;
    }
    let wanted = true;
    bridge.request('about', {}).then(
      (answer) => {
        if (wanted) setLine(answer.ok ? `Version ${answer.value.version}` : answer.error.message);
      },
      () => {
        if (wanted) setLine('The host did not answer.');
      },
    );
    return () => {
      wanted = false;
    };
  }, [bridge]);
  return line;
}
