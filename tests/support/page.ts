// Files of one worker share what they have loaded, and React decides as it is loaded what a document can do.
import './dom.ts';
