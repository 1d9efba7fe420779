export interface TitledText {
  title: string;
  text: string;
}
