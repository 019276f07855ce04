import { FileSearch, Layers } from 'lucide-react';
import { useId, useState } from 'react';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { nameOf } from '../../components/folder-names.ts';
import { useHostQuery } from '../../host/host.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import { ClassificationDialog } from './classification-dialog.tsx';
import styles from './definitions.module.css';
import { ExtractionDialog } from './extraction-dialog.tsx';

/** What documents can be sent to, as far as it is known: each opens a dialog in which it is seen, changed and deleted. */
export function DefinitionList() {
  const words = useWords('folders.definitions');
  const titleId = useId();
  const { data: routes = [] } = useHostQuery('routes', {});
  const [shown, setShown] = useState<string>();
  const open = routes.find(({ route }) => routeKey(route) === shown);
  const close = (): void => setShown(undefined);
  if (routes.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{words('title')}</h2>
      <p className="hint">{words('intro')}</p>
      <ul className={styles.list}>
        {routes.map((view) => (
          <li key={routeKey(view.route)}>
            <Definition view={view} onOpen={() => setShown(routeKey(view.route))} />
          </li>
        ))}
      </ul>
      {open?.route.kind === 'extraction' && <ExtractionDialog view={open} onClose={close} />}
      {open?.route.kind === 'classification' && <ClassificationDialog view={open} onClose={close} />}
    </section>
  );
}

function Definition({ view, onOpen }: { readonly view: RouteView; readonly onOpen: () => void }) {
  const words = useWords('folders.definitions');
  const kinds = useWords('folders.route');
  const to = useWords('folders.to');
  const formats = useFormats();
  const { route, name, usedBy } = view;
  const Icon = route.kind === 'extraction' ? FileSearch : Layers;
  return (
    <button type="button" className={styles.definition} aria-haspopup="dialog" onClick={onOpen}>
      <Icon />
      <span className={styles.name}>{isolated(name)}</span>
      <span className={styles.kind}>{kinds(route.kind)}</span>
      <span className={styles.use}>
        {usedBy.length === 0 ? words('unused') : to('usedBy', { paths: formats.list(usedBy.map(nameOf)) })}
      </span>
    </button>
  );
}
