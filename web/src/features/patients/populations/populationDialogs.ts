export interface PopulationsDialogProps {
  onClose: () => void;
}
