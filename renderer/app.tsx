import type { ComponentType, ReactNode } from 'react';
import { Component, lazy, Suspense, useEffect } from 'react';
import type { Bridge } from '../electron/core/contract/contract.ts';
import { Button } from './components/button.tsx';
import { EmptyState, Waiting } from './components/empty-state.tsx';
import { Toasts } from './components/toast.tsx';
import { TooltipProvider } from './components/tooltip.tsx';
import { SignedOut } from './first-run/signed-out.tsx';
import { HostProvider, useConnection, useHostQuery } from './host/host.tsx';
import { type Screen, useLocation } from './navigation.ts';
import { QueueScreen } from './queue/screen.tsx';
import { AddFilesProvider } from './shell/add-files.tsx';
import { Shell } from './shell/shell.tsx';
import { useWords, WordsProvider } from './words/words.tsx';

const FirstRun = lazy(async () => ({ default: (await import('./first-run/screen.tsx')).FirstRun }));
const ReviewScreen = lazy(async () => ({ default: (await import('./review/screen.tsx')).ReviewScreen }));
const FoldersScreen = lazy(async () => ({ default: (await import('./folders/screen.tsx')).FoldersScreen }));
const InsightsScreen = lazy(async () => ({ default: (await import('./insights/screen.tsx')).InsightsScreen }));
const SettingsScreen = lazy(async () => ({ default: (await import('./settings/screen.tsx')).SettingsScreen }));

const screens: Readonly<Record<Screen, ComponentType>> = {
  queue: QueueScreen,
  review: ReviewScreen,
  folders: FoldersScreen,
  insights: InsightsScreen,
  settings: SettingsScreen,
};

export function App({ bridge }: { readonly bridge: Bridge }) {
  return (
    <HostProvider bridge={bridge}>
      <Window />
    </HostProvider>
  );
}

function Window() {
  const { data: preferences } = useHostQuery('preferences', {});
  const appearance = preferences?.appearance ?? 'system';
  useEffect(() => {
    if (appearance === 'system') delete document.documentElement.dataset.appearance;
    else document.documentElement.dataset.appearance = appearance;
  }, [appearance]);
  return (
    <WordsProvider preference={preferences?.language ?? 'system'}>
      <TooltipProvider>
        <Stage />
        <Toasts />
      </TooltipProvider>
    </WordsProvider>
  );
}

/**
 * The first run takes the whole window; afterwards there is the side with its screens. Neither is shown until the host
 * has said which applies. If the host refuses, the banners say why.
 */
function Stage() {
  const { data: status, isFetched } = useHostQuery('status', {});
  const location = useLocation();
  const connection = useConnection();
  if (connection === 'signed-out') return <SignedOut />;
  if (!isFetched) return <Starting />;
  if (status?.line.kind === 'first-run') {
    return (
      <Guard name="first-run" fallback={<Starting />}>
        <main>
          <FirstRun />
        </main>
      </Guard>
    );
  }
  const Current = screens[location.screen];
  return (
    <AddFilesProvider>
      <Shell location={location}>
        <Guard key={location.screen} name={location.screen}>
          <Current />
        </Guard>
      </Shell>
    </AddFilesProvider>
  );
}

/** Shown until the host has answered. It has no heading: the screen that follows brings its own. */
function Starting() {
  const words = useWords('common');
  return (
    <main>
      <Waiting>{words('starting')}</Waiting>
    </main>
  );
}

/** Contains a fault in one screen, so that the rest of the window keeps working. */
function Guard({
  name,
  fallback,
  children,
}: {
  readonly name: string;
  /** Shown while the code of the screen loads. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}) {
  const words = useWords('common');
  return (
    <Boundary
      whenBroken={(fault, again) => (
        <EmptyState title={words('brokenTitle')} actions={<Button onClick={again}>{words('retry')}</Button>}>
          <p>{words('brokenDetail')}</p>
          <p>
            <code>
              {name}: {String(fault)}
            </code>
          </p>
        </EmptyState>
      )}
    >
      <Suspense fallback={fallback ?? <Waiting>{words('loading')}</Waiting>}>{children}</Suspense>
    </Boundary>
  );
}

interface BoundaryProps {
  readonly whenBroken: (fault: unknown, again: () => void) => ReactNode;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { readonly fault?: unknown; readonly broken: boolean }> {
  override state = { broken: false, fault: undefined as unknown };

  static getDerivedStateFromError(fault: unknown): { readonly fault: unknown; readonly broken: boolean } {
    return { broken: true, fault };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return this.props.whenBroken(this.state.fault, () => this.setState({ broken: false, fault: undefined }));
  }
}
