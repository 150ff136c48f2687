export const map = {
  label: 'Carte',
  list: 'Liste',
  as: 'Afficher en',
  zoom_in: 'Zoomer',
  zoom_out: 'Dézoomer',
  fit: 'Tout afficher',
  keys: 'Les flèches déplacent la carte, plus et moins changent le zoom, 0 affiche tout. La liste contient la même chose.',
  no_streets:
    'Cette carte montre les pays et une grille, sans rues. L’hébergeur de Muster peut ajouter un fond de carte.',
  chosen: 'Sélection sur la carte',
  close_chosen: 'Fermer la sélection',
  own_position: 'Vous êtes ici',
  show_place: 'Voir sur la carte',
}
