import { FileSearch, Layers, Search, SquarePlus } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { Choices, type Option } from '../../components/choices.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { Problem } from '../../components/problem.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { labelOf } from '../../review/review-task.ts';
import { useFormats, useWords } from '../../words/words.tsx';
import { FindClassification, FindExtraction } from './find-route.tsx';
import { NewClassification, NewExtraction } from './new-route.tsx';
import { Part, type PartProps } from './part.tsx';

/** Where documents go: a known route, one found by its ID, or a new one. */
export function RoutePart({ isSandbox, children, ...part }: PropsWithChildren<PartProps & { readonly isSandbox: boolean }>) {
  const words = useWords('folders.to');
  const kinds = useWords('folders.route');
  const { data: known = [], error } = useHostQuery('routes', {});
  const knownWays = known.map((view, index): Option<string> => {
    const { route, name } = view;
    return {
      value: routeKey(route),
      icon: route.kind === 'extraction' ? <FileSearch /> : <Layers />,
      label: (
        <>
          {name} <span className="hint">{kinds(route.kind)}</span>
        </>
      ),
      hint: <KnownHint view={view} hasTwin={known.some((other) => other !== view && other.name === name)} />,
      heading: index === 0 ? words('known') : undefined,
    };
  });
  const way = (name: 'findExtraction' | 'findClassification' | 'newExtraction' | 'newClassification') => ({
    label: words(name),
    hint: words(`${name}Hint`),
    icon: name.startsWith('find') ? <Search /> : <SquarePlus />,
  });
  const extractions = known.filter(({ route }) => route.kind === 'extraction');
  return (
    <Part title={words('title')} intro={words('intro')}>
      <Problem problem={error?.problem} />
      <Choices
        legend={words('title')}
        hideLegend
        error={part.errors.choice}
        value={part.draft.choice}
        options={[
          ...knownWays,
          {
            ...way('findExtraction'),
            value: 'find-extraction',
            heading: known.length > 0 ? words('other') : undefined,
            panel: <FindExtraction {...part} />,
          },
          { ...way('findClassification'), value: 'find-classification', panel: <FindClassification {...part} /> },
          { ...way('newExtraction'), value: 'new-extraction', panel: <NewExtraction {...part} isSandbox={isSandbox} /> },
          {
            ...way('newClassification'),
            value: 'new-classification',
            panel: <NewClassification {...part} extractions={extractions} />,
          },
        ]}
        onChoose={(choice) => part.change({ choice })}
      />
      {children}
    </Part>
  );
}

/** A hint names no more than this. */
const maxNamed = 6;

/** What a route reads or sorts, and who uses it; with its ID, too, where another has the same name. */
function KnownHint({ view, hasTwin }: { readonly view: RouteView; readonly hasTwin: boolean }) {
  const words = useWords('folders.to');
  const formats = useFormats();
  const { route, fields, categories, usedBy } = view;
  const listed = (all: readonly string[]): string =>
    all.length > maxNamed ? `${all.slice(0, maxNamed).join(', ')} …` : formats.list(all);
  return (
    <>
      {fields.length > 0 && <span>{words('fields', { fields: listed(fields.map(({ key }) => labelOf(key))) })}</span>}
      {categories.length > 0 && <span>{words('categories', { categories: listed(categories.map(({ name }) => name)) })}</span>}
      {usedBy.length > 0 && <span>{words('usedBy', { paths: listed(usedBy.map(nameOf)) })}</span>}
      {hasTwin && <code>{route.id}</code>}
    </>
  );
}
