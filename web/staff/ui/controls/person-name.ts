import { staffName } from '#schema/staff-name.ts';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';

/** What this function reads of the fragment `StaffName`. Generated types are above this storey. */
interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
  readonly ' $fragmentName'?: 'StaffNameFragment';
}

/** A person in a row that spreads the fragment `StaffName`. */
export type NamedPerson = Masked<PersonName>;

/** The name of a person in a row. */
export const personName = (person: NamedPerson): string => staffName(unmask<PersonName>(person));
