import type { leftOut as english } from '../en/left-out.ts';
import type { Like } from '../like.ts';

export const leftOut: Like<typeof english> = {
  noEnding:
    '{count, plural, one {# Datei ohne Endung bleibt} other {# Dateien ohne Endung bleiben}} liegen: Aufgenommen werden nur PDF, PNG, JPG und DOCX.',
  type: '{count, plural, one {# {ending}-Datei bleibt} other {# {ending}-Dateien bleiben}} liegen: Aufgenommen werden nur PDF, PNG, JPG und DOCX.',
  notIncluded: '{count, plural, one {# Datei bleibt} other {# Dateien bleiben}} liegen: Der Ordner schließt sie nicht ein.',
  ignored: '{count, plural, one {# Datei bleibt} other {# Dateien bleiben}} liegen: Der Ordner ignoriert sie.',
  filedAway:
    '{count, plural, one {# Datei liegt} other {# Dateien liegen}} dort, wohin Dokumente weggeräumt werden, und {count, plural, one {wird} other {werden}} nicht gesendet. Legen Sie neue Dokumente in den Ordner selbst.',
  deep: '{count, plural, one {# Unterordner liegt} other {# Unterordner liegen}} mehr als 100 Ebenen tief und {count, plural, one {bleibt} other {bleiben}} unbeachtet. Verschieben Sie die Dateien weiter nach oben.',
  link: '{count, plural, one {# Verknüpfung wird} other {# Verknüpfungen werden}} nicht verfolgt. Legen Sie die Dateien selbst in den Ordner.',
  special:
    '{count, plural, one {# Eintrag bleibt} other {# Einträge bleiben}} liegen: Eine Pipe, ein Socket oder ein Gerät ist keine Datei.',
  directory:
    '{count, plural, one {# Unterordner lässt} other {# Unterordner lassen}} sich nicht lesen. Prüfen Sie die Berechtigungen und den Datenträger.',
  entry:
    'Von {count, plural, one {# Eintrag} other {# Einträgen}} sagt der Datenträger nicht, was es ist. Prüfen Sie den Datenträger und die Berechtigungen.',
  name: '{count, plural, one {# Name ist} other {# Namen sind}} kein gültiges UTF-8. Benennen Sie die Dateien um.',
};
