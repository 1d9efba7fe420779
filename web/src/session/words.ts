export interface Words {
  title: string;
  text: string;
}
