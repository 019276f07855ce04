import type { demo as english } from '../en/demo.ts';
import type { Like } from '../like.ts';

export const demo: Like<typeof english> = {
  sandboxAt: 'Die Sandbox, ein Ersatz für den Dienst, lauscht unter {url}.',
  workingIn: 'Arbeitet in {path}, etwa zehn Sekunden lang …',
  isFile: '{path} oder ein Teil dieses Pfads ist eine Datei; --folder nimmt einen neuen oder leeren Ordner.',
  notEmpty: '{path} ist nicht leer; die Demo arbeitet in einem neuen oder leeren Ordner.',
  endedEarly: 'Die Demo endete, bevor ihre Arbeit getan war.',
  extracted: 'extracted/, gesendet an die Extraktion „{name}“:',
  classified: 'classified/, gesendet an eine Klassifikation:',
  column: {
    document: 'Dokument',
    state: 'Zustand',
    found: 'Gefunden',
    category: 'Kategorie (Konfidenz)',
    none: 'keine',
  },
  took: '{count, plural, one {# Dokument} other {# Dokumente}} in {tookMs}, alles mit der Sandbox: Nichts hat diesen Computer verlassen.',
  resultsIn: 'Die Ergebnisse liegen in {path}',
  jsonFiles: 'neben jedem Dokument eine JSON-Datei: {path}',
  tables: 'in jedem Ordner eine Tabelle für ein Tabellenprogramm, mit einer Zeile für jedes Dokument:',
  dataDirectory: 'Verzeichnis der Dokumente und Protokoll der Demo: {path}',
  review: {
    heading: 'Was auf Sie wartet, und warum:',
    needsReview: 'die Sandbox liest keine Bilder und merkt an, welche Werte nicht gedruckt sind',
    failed: 'lässt sich nicht lesen; es ist absichtlich beschädigt',
    rejected: 'wurde nie gesendet: Der Dienst nimmt höchstens {maximumSize}',
    noCategory: 'darin lässt sich nichts lesen',
    noCategoryName: 'keine Kategorie',
  },
  next: 'Mit einem eigenen Ordner und Ihrem eigenen Dienst:',
  nextSandbox: 'Oder mit der Sandbox, ohne Konto: {command}',
};
