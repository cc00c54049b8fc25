/** What every change of a row by staff leaves in it, beside the change itself. */
export const editedBy = ({ version }: { readonly version: number }, { userId }: { readonly userId: string }) => ({
  version: version + 1,
  updatedAt: new Date(),
  updatedById: userId,
});
