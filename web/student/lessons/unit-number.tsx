import './unit-number.css';

const colours = ['#BFE3F8', '#FFE08A', '#BDE8CF', '#FBCBDD', '#D9CCF6', '#FFCDB9'];

/** A unit's printed number, big, on paper of its own colour. */
export function UnitNumber({ number }: { readonly number: number }) {
  return (
    <span className="unit-number" style={{ '--unit': colours[(number - 1 + colours.length) % colours.length] }}>
      {number}
    </span>
  );
}
