export const home = {
  title: 'Home',
  todo: 'To do',
  nothing: 'Nothing is waiting for you. Well done.',
}
