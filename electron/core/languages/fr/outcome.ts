import type { outcome as english } from '../en/outcome.ts';
import type { Like } from '../like.ts';

export const outcome: Like<typeof english> = {
  interrupted: 'Intray s’est arrêté après la fin de l’envoi et avant la réponse : le service a peut-être le document.',
  notNow: 'Aucun envoi ne peut commencer maintenant.',
  fitsNone:
    'Le service a dans le lot {batch} des résultats sous des noms qui ne correspondent à aucun de ses documents ({count, number}). Intray les conserve : attribuez à ce document le sien avec « Attribuer un résultat… », ou avec `intray answer`. Renvoyer le document coûterait ses pages une deuxième fois. Désormais, les documents de cette route partent un par un.',
  contradictory:
    'Les réponses du service sur le lot {batch} se contredisent : leurs identifiants et leurs noms ne désignent pas le même résultat pour ce document. Intray conserve les résultats : attribuez à ce document le sien avec « Attribuer un résultat… », ou avec `intray answer`. Renvoyer le document coûterait ses pages une deuxième fois.',
  notInAnswer:
    'Le service ne cite dans le lot {batch} aucun fichier qui puisse être celui-ci. Intray continue de demander pendant une semaine. Renvoyer le document peut coûter ses pages une seconde fois.',
  noResult:
    'Le service dit en avoir terminé avec le document, mais n’en donne aucun résultat dans le lot {batch}. Intray continue de demander pendant une semaine. Renvoyer le document peut coûter ses pages une seconde fois.',
  entryUnreadable:
    'Depuis dix minutes, la réponse du service sur le lot {batch} contient une entrée illisible, qui est peut-être celle de ce document ({problem}). Intray continue de demander pendant une semaine. Renvoyer le document peut coûter ses pages une seconde fois.',
  unreadableForLong:
    'Depuis dix minutes, le service n’a donné aucune réponse lisible à son sujet : {message} Intray continue de demander.',
  tooMuch:
    'Le service a terminé le document, mais sa réponse contient plus que ce qu’Intray accepte : {problem}. Vous trouverez le résultat auprès du service. Renvoyer le document peut coûter ses pages une seconde fois.',
  batchUnknown:
    'Depuis dix minutes, le service ne connaît pas le lot {batch} (« {problem} »). Intray continue de demander pendant une semaine. Renvoyer le document peut coûter ses pages une seconde fois.',
  extractionUnknown:
    'Le service ne connaît pas l’extraction {id} (« {problem} »). Intray la cherche de nouveau de lui-même. Si elle a disparu pour de bon, choisissez une autre destination pour le dossier.',
  stalled: 'Depuis dix minutes, rien n’avance : tout ce qui reste attend le service.',
  routeRefuses:
    'Le service n’accepte aucun document pour {kind, select, extraction {l’extraction} other {la classification}} {id} (« {problem} »). Vérifiez l’identifiant.',
  extractionUnreadableForLong:
    'Depuis dix minutes, le service n’a donné aucune réponse lisible au sujet de l’extraction {id} : {message} Intray continue de demander.',
  ledgerLost:
    'Le registre a été perdu et un plus ancien rétabli : rien ne prouve que ce fichier a été envoyé. Décidez une fois pour tous ces fichiers : les envoyer ou les laisser de côté.',
  ledgerWaits: '{message} Tout attend jusque-là et reprendra sans intervention.',
  fault:
    'Intray a rencontré une erreur qu’il n’attendait pas : {message} Il réessaie de lui-même, et tout le reste continue. Si l’erreur persiste, signalez-la ; le journal contient les détails.',
  leftOut: 'Il a été laissé de côté, comme décidé.',
  dismissed: 'Ce document a été ignoré : il n’est pas envoyé. Choisissez « Ne plus ignorer » s’il doit l’être.',
  heldLeftAlone:
    'Laissé de côté jusqu’ici, il a été réécrit ou a changé de date : c’est peut-être toujours le même. Il sera envoyé ou laissé avec les autres de son dossier, dès que vous aurez répondu.',
  heldMany:
    'Il est arrivé avec bien plus de nouveaux documents que d’habitude. Il sera envoyé ou laissé avec les autres, dès que vous aurez répondu.',
  heldPages:
    'Il compte {count, plural, one {# page} other {# pages}}, bien plus que d’habitude. Il sera envoyé ou laissé dès que vous aurez répondu.',
  otherIntray:
    'Un autre Intray (ordinateur {host}, données dans {path}) a surveillé ce dossier depuis moins d’un jour : les deux paieraient chaque document. Rien n’en est repris tant que vous n’avez pas décidé. Envoyer (send) : cet Intray reprend le dossier, ce qui convient si Intray a été déplacé sur cet ordinateur, ou si l’autre a pris fin. Laisser (leave) : le dossier est laissé à l’autre.',
  twinIntray:
    'Un autre Intray ayant le même nom d’ordinateur ({host}) et le même chemin de données ({path}) surveille ce dossier : un deuxième conteneur, ou une copie de cet ordinateur. Les deux paieraient chaque document. Rien n’en est repris tant que vous n’avez pas décidé. Envoyer (send) : cet Intray reprend le dossier. Laisser (leave) : le dossier est laissé à l’autre.',
  leftToOther:
    'Comme décidé, le dossier est laissé à un autre Intray (ordinateur {host}, données dans {path}). Si celui-ci ne l’a pas surveillé depuis un jour, le dossier est repris.',
  leftAlone:
    '{count, plural, one {# document de {path} ressemble à un document} other {# documents de {path} ressemblent à des documents}} d’avant{counted, select, yes {, environ {pages, plural, one {# page} other {# pages}}} other {}} : laissés de côté jusqu’ici, avec une autre date ou un autre contenu. Rien n’en est envoyé tant que vous n’avez pas répondu.',
  changedSince:
    '{count, plural, one {Un document de {path} a changé {afterMs} après son envoi} other {# documents de {path} ont changé après leur envoi, le plus rapide au bout de {afterMs}}}{counted, select, yes { (environ {pages, plural, one {# page} other {# pages}} à payer de nouveau)} other {}}. Rien n’en est envoyé tant que vous n’avez pas répondu.',
  manyPages:
    '{count, plural, one {Un document de {path} compte environ {pages, number} pages} other {# documents de {path} comptent ensemble environ {pages, number} pages}} : bien plus que d’habitude. Rien n’en est envoyé tant que vous n’avez pas répondu.',
  manyNew:
    '{count, plural, one {# nouveau document est arrivé} other {# nouveaux documents sont arrivés}} dans {path}{counted, select, yes {, environ {pages, plural, one {# page} other {# pages}}} other {}} : bien plus en une heure que d’habitude. Rien n’en est envoyé tant que vous n’avez pas répondu.',
  budget: {
    used: '{scope, select, folder {{name} : le} other {Le}} budget {period, select, day {du jour} other {du mois}} ({pages, plural, one {# page} other {# pages}}) est épuisé. {count, plural, one {# document} other {# documents}} ({unknown, plural, =0 {environ} other {au moins}} {waiting, plural, one {# page} other {# pages}}) {count, plural, one {attend} other {attendent}} jusqu’au {untilDay}.',
    left: '{scope, select, folder {{name} : il} other {Il}} reste {left, plural, one {# page} other {# pages}} sur le budget {period, select, day {du jour} other {du mois}} ({pages, plural, one {# page} other {# pages}}). {count, plural, one {# document} other {# documents}} ({unknown, plural, =0 {environ} other {au moins}} {waiting, plural, one {# page} other {# pages}}) {count, plural, one {attend} other {attendent}} jusqu’au {untilDay}.',
    runUsed:
      '{scope, select, folder {{name} : il} other {Il}} {left, plural, =0 {ne reste rien} one {reste # page} other {reste # pages}} sur le budget de cette exécution ({pages, plural, one {# page} other {# pages}}). {count, plural, one {# document} other {# documents}} ({unknown, plural, =0 {environ} other {au moins}} {waiting, plural, one {# page} other {# pages}}) {count, plural, one {attend} other {attendent}} une autre exécution.',
    service:
      'Le service n’a plus de pages : {message}{count, plural, =0 {} one { # document} other { # documents}}{count, plural, =0 {} other { ({unknown, plural, =0 {environ} other {au moins}} {waiting, plural, one {# page} other {# pages}})}}{count, plural, =0 {} one { attend.} other { attendent.}} Intray réessaie à {at}.',
    near: '{scope, select, folder {{name} : au} other {Au}} moins 80 % du budget {period, select, run {de cette exécution} day {du jour} other {du mois}} ({pages, plural, one {# page} other {# pages}}) sont utilisés.',
    tooLarge:
      'Il compte pour {count, plural, one {# page} other {# pages}}, et le budget de {limit, plural, one {# page} other {# pages}} pour {period, select, run {une exécution} day {un jour} other {un mois}} ne le permet jamais. Si vous l’envoyez tout de même, ses pages ne comptent pas dans les budgets.',
  },
};
