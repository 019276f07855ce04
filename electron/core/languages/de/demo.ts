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
  review:
    'Bilder warten auf eine Prüfung, weil die Sandbox nur Text liest, ebenso alles, dem ein Wert fehlt. Ein PDF ist absichtlich beschädigt, und eine Datei ist größer als die {maximumSize}, die der Dienst annimmt.',
  next: 'Mit einem eigenen Ordner und Ihrem eigenen Dienst:',
  nextSandbox: 'Oder mit der Sandbox, ohne Konto: {command}',
};
