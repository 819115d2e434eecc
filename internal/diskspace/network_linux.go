package diskspace

import "golang.org/x/sys/unix"

// Network returns the kind of the file system that holds a directory if its files are on another
// machine, or "".
func Network(dir string) string {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return ""
	}
	return networkKind(int64(s.Type))
}

// networkKind returns the name of a file system by the number that statfs(2) gives, if its files are on
// another machine.
func networkKind(kind int64) string {
	switch uint32(kind) {
	case unix.NFS_SUPER_MAGIC:
		return "NFS"
	case unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC:
		return "SMB (CIFS)"
	case unix.V9FS_MAGIC:
		return "9P"
	case unix.CEPH_SUPER_MAGIC:
		return "Ceph"
	case unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC:
		return "AFS"
	case unix.FUSE_SUPER_MAGIC:
		return "FUSE (such as sshfs)"
	case 0x0bd00bd0:
		return "Lustre"
	}
	return ""
}
