// The children's page is drawn before any script runs, and their room comes with the first files: nothing waits to be told.
import './student/student-area.tsx';
import './main.tsx';
