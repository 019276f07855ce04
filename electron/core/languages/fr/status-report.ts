import type { statusReport as english } from '../en/status-report.ts';
import type { Like } from '../like.ts';

export const statusReport: Like<typeof english> = {
  standing: '{count, number} {standing}',
  standings: '{each}',
  blockedBefore: 'Lors de sa dernière exécution, ceci le bloquait : {message}',
  rate: 'Au plus {rate} requêtes par seconde.',
  rateLowered: 'Au plus {rate} requêtes par seconde : le service en a demandé moins, et le débit remonte lentement.',
  folder: {
    notWatched: 'N’est pas surveillé pour l’instant : Intray ne tourne pas.',
    otherFolders: 'N’est pas surveillé pour l’instant : l’Intray qui tourne travaille sur d’autres dossiers.',
    firstScan: 'Parcouru pour la première fois.',
    scanning: 'En cours de parcours.',
    byEvents: 'Surveillé : un nouveau fichier est remarqué en une seconde environ.',
    byPolling: 'Surveillé par un parcours toutes les quelques secondes : le système ne signale pas les changements ici.',
  },
  dropped:
    'Les résultats de {count, plural, one {# document ont} other {# documents ont}} été retirés du registre jusqu’ici, les derniers le {at}.',
  wouldDrop:
    '{count, plural, =0 {Aucun résultat ne serait retiré du registre maintenant.} one {Le résultat et l’historique de # document seraient retirés du registre maintenant ; ses fichiers restent.} other {Les résultats et les historiques de # documents seraient retirés du registre maintenant ; leurs fichiers restent.}}',
  deliveredLast: 'Dernières livraisons :',
};
