import { FileSearch, Layers, Search, SquarePlus } from 'lucide-react';
import { useId } from 'react';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { Problem } from '../../components/problem.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useFormats } from '../../words/use-formats.ts';
import { useWords } from '../../words/words.tsx';
import styles from './choice.module.css';
import { Choice, Choices } from './choice.tsx';
import { FindClassification } from './find-classification.tsx';
import { FindExtraction } from './find-extraction.tsx';
import { Part, type PartProps } from './frame.tsx';
import { NewClassification } from './new-classification.tsx';
import { NewExtraction } from './new-extraction.tsx';
import { nameOf } from './settings-of.ts';

/** Where documents go: a known route, one found by its ID, or a new one. */
export function RoutePart({ draft, change, errors, isSandbox }: PartProps & { readonly isSandbox: boolean }) {
  const words = useWords('folders.to');
  const group = useId();
  const { data: known = [], error } = useHostQuery('routes', {});
  const choose = (choice: string): void => change({ choice });
  const part = { draft, change, errors };
  const { choice } = draft;
  return (
    <Part title={words('title')} intro={words('intro')}>
      <Problem problem={error?.problem} />
      <Choices legend={words('title')} hideLegend error={errors.choice}>
        {known.length > 0 && <h3 className={styles.groupTitle}>{words('known')}</h3>}
        {known.map((view) => (
          <KnownRoute
            key={routeKey(view.route)}
            group={group}
            view={view}
            hasTwin={known.some((other) => other !== view && other.name === view.name)}
            checked={choice === routeKey(view.route)}
            onChoose={() => choose(routeKey(view.route))}
          />
        ))}
        {known.length > 0 && <h3 className={styles.groupTitle}>{words('other')}</h3>}
        <Choice
          group={group}
          icon={<Search aria-hidden />}
          label={words('findExtraction')}
          hint={words('findExtractionHint')}
          checked={choice === 'find-extraction'}
          onChoose={() => choose('find-extraction')}
        >
          <FindExtraction {...part} />
        </Choice>
        <Choice
          group={group}
          icon={<Search aria-hidden />}
          label={words('findClassification')}
          hint={words('findClassificationHint')}
          checked={choice === 'find-classification'}
          onChoose={() => choose('find-classification')}
        >
          <FindClassification {...part} />
        </Choice>
        <Choice
          group={group}
          icon={<SquarePlus aria-hidden />}
          label={words('newExtraction')}
          hint={words('newExtractionHint')}
          checked={choice === 'new-extraction'}
          onChoose={() => choose('new-extraction')}
        >
          <NewExtraction {...part} isSandbox={isSandbox} />
        </Choice>
        <Choice
          group={group}
          icon={<SquarePlus aria-hidden />}
          label={words('newClassification')}
          hint={words('newClassificationHint')}
          checked={choice === 'new-classification'}
          onChoose={() => choose('new-classification')}
        >
          <NewClassification {...part} extractions={known.filter(({ route }) => route.kind === 'extraction')} />
        </Choice>
      </Choices>
    </Part>
  );
}

interface KnownRouteProps {
  readonly group: string;
  readonly view: RouteView;
  /** Another route has the same name, so the ID is shown, too. */
  readonly hasTwin: boolean;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

/** A hint names no more than this. */
const maxNamed = 6;

function KnownRoute({ group, view, hasTwin, checked, onChoose }: KnownRouteProps) {
  const words = useWords('folders.to');
  const kinds = useWords('folders.route');
  const formats = useFormats();
  const { route, name, fields, categories, usedBy } = view;
  const listed = (all: readonly string[]): string =>
    all.length > maxNamed ? `${all.slice(0, maxNamed).join(', ')} …` : formats.list(all);
  return (
    <Choice
      group={group}
      icon={route.kind === 'extraction' ? <FileSearch aria-hidden /> : <Layers aria-hidden />}
      label={
        <>
          {name} <span className={styles.kind}>{kinds(route.kind)}</span>
        </>
      }
      hint={
        <>
          {fields.length > 0 && <span>{words('fields', { fields: listed(fields.map(({ key }) => key)) })}</span>}
          {categories.length > 0 && (
            <span>{words('categories', { categories: listed(categories.map((category) => category.name)) })}</span>
          )}
          {usedBy.length > 0 && <span>{words('usedBy', { paths: listed(usedBy.map(nameOf)) })}</span>}
          {hasTwin && <code className={styles.id}>{route.id}</code>}
        </>
      }
      checked={checked}
      onChoose={onChoose}
    />
  );
}
