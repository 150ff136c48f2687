export const home = {
  title: 'Accueil',
  todo: 'À faire',
  nothing: 'Rien ne vous attend. Bravo.',
}
