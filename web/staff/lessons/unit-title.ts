/** A unit in one line: "Unit 1 Hello!". */
export const unitTitle = ({ title, name }: { readonly title: string; readonly name: string }): string =>
  `${title} ${name}`;
