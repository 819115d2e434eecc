package diskspace

import "testing"

func TestNetworkFileSystemsAreKnownByTheirNumber(t *testing.T) {
	for kind, want := range map[int64]string{
		0x6969: "NFS", 0xff534d42: "SMB (CIFS)", 0xfe534d42: "SMB (CIFS)", -11317950: "SMB (CIFS)", 0x01021997: "9P", 0x00c36400: "Ceph", 0x65735546: "FUSE (such as sshfs)",
		0xef53: "", 0x9123683e: "", 0x58465342: "", 0x01021994: "", 0x794c7630: "", // ext4, btrfs, xfs, tmpfs, overlay
	} {
		if got := networkKind(kind); got != want {
			t.Errorf("networkKind(%#x) = %q, want %q", kind, got, want)
		}
	}
	if kind := Network(t.TempDir()); kind != "" {
		t.Errorf("a local directory: got the network file system %s, want none", kind)
	}
}
