import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { isOfPages } from '../../../electron/core/account/budget.ts';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import choices from '../../components/choices.module.css';
import { Progress } from '../../components/progress.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useWords } from '../../words/words.tsx';
import { ChecksPart } from './checks-part.tsx';
import { ColumnsPart } from './columns-part.tsx';
import { type Draft, hasTable } from './draft.ts';
import { FilingPart } from './filing-part.tsx';
import styles from './form.module.css';
import type { PartProps } from './part.tsx';
import { Settings } from './setting.tsx';
import { Trial } from './trial.tsx';

const tabs = ['written', 'filing', 'checks', 'limits', 'advanced'] as const;

/** Everything about a folder that has good defaults, in five tabs. Those that are not shown keep their entries. */
export function SettingsTabs({ watched, ...part }: PartProps & { readonly watched?: WatchedFolder | undefined }) {
  const { draft } = part;
  const words = useWords('folders.tabs');
  const contents = {
    written: (
      <>
        <Written {...part} />
        {hasTable(draft) && <ColumnsPart {...part} />}
      </>
    ),
    filing: <FilingPart {...part} />,
    checks: hasChecks(draft) ? <ChecksPart {...part} /> : <p className="hint">{words('noChecks')}</p>,
    limits: (
      <>
        <Settings group="limits" {...part} />
        {watched !== undefined && <BudgetBars folderId={watched.id} />}
      </>
    ),
    advanced: <Settings group="advanced" {...part} />,
  } satisfies Record<(typeof tabs)[number], ReactNode>;
  return (
    <Tabs.Root defaultValue="written" className="stack gap-4">
      <Tabs.List className={styles.tabs} aria-label={words('label')}>
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab} value={tab} className={styles.tab}>
            {words(tab)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content key={tab} value={tab} forceMount className={`stack gap-4 ${styles.tabPanel}`}>
          {contents[tab]}
        </Tabs.Content>
      ))}
      {watched !== undefined && (draft.checks.length > 0 || draft.fileAway === 'move') && (
        <Trial draft={draft} watched={watched} />
      )}
    </Tabs.Root>
  );
}

/** How much of each of a folder's budgets is used. */
function BudgetBars({ folderId }: { readonly folderId: number }) {
  const words = useWords('folders.tabs');
  const { data: status } = useHostQuery('status', {});
  const own = (status?.budgets ?? []).filter(isOfPages).filter((budget) => budget.folderId === folderId);
  return own.map(({ period, pages, used }) => {
    const text = words('used', { period, used, pages });
    return (
      <div key={period} className="stack gap-1">
        <p>{text}</p>
        <Progress label={text} value={pages === 0 ? 1 : Math.min(1, used / pages)} />
      </div>
    );
  });
}

function Written(part: PartProps) {
  const words = useWords('folders.results');
  const { draft } = part;
  return (
    <fieldset className={choices.choices}>
      <legend>{words('written')}</legend>
      <Settings group="written" {...part} />
      {draft.csv === 'folder' && <Settings group="table" {...part} />}
      <div role="status">{!draft.outputJson && !hasTable(draft) && <p className="hint">{words('nothing')}</p>}</div>
    </fieldset>
  );
}

/** What need not be asked when a folder is added, until somebody wants to see it. */
export function MoreSettings(part: PartProps) {
  const words = useWords('folders.advanced');
  return (
    <details>
      <summary>
        <strong>{words('title')}</strong> <span className="hint">{words('detail')}</span>
      </summary>
      <SettingsTabs {...part} />
    </details>
  );
}

/** Only an extraction has values to check. */
function hasChecks({ choice, checks, next }: Draft): boolean {
  return choice.includes('extraction') || checks.length > 0 || next.rows.length > 0;
}
