export const map = {
  label: 'Carte',
  list: 'Liste',
  as: 'Afficher en',
  nearer: 'Zoomer',
  farther: 'Dézoomer',
  fit: 'Tout afficher',
  keys: 'Les flèches déplacent la carte, plus et moins changent le zoom, 0 affiche tout. La liste contient la même chose.',
  no_streets:
    'Des pays et une grille : cette carte n’a de rues que les noms de votre liste. Qui héberge Muster peut ajouter un fond de carte.',
  cluster_one: '{{count}} lieu, dont {{done}} fait',
  cluster_many: '{{count}} de lieux, dont {{done}} faits',
  cluster_other: '{{count}} lieux, dont {{done}} faits',
  chosen: 'Choisi sur la carte',
  close_chosen: 'Masquer la sélection',
  show_place: 'Voir sur la carte',
}
