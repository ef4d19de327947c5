#pragma once

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>

/// Opens a raw HCI socket that blocks nobody; -1 and errno where it cannot be.
/// The type is an enumeration with flags, which Swift cannot combine.
static inline int pharos_hci_socket(void) {
    return socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, BTPROTO_HCI);
}

/// Reads an adapter's flags; 0, or -1 and errno. The request's number is a macro with a cast.
static inline int pharos_hci_flags(int descriptor, unsigned short adapter, unsigned int *flags) {
    struct hci_dev_info info;
    memset(&info, 0, sizeof info);
    info.dev_id = adapter;
    int result = ioctl(descriptor, HCIGETDEVINFO, (void *)&info);
    *flags = info.flags;
    return result;
}

/// Whether an adapter's flags say that it is up.
static inline int pharos_hci_is_up(unsigned int flags) { return (flags >> HCI_UP) & 1; }

/// Switches an adapter on; takes as long as the controller does. 0, or -1 and errno.
static inline int pharos_hci_power_on(int descriptor, unsigned short adapter) {
    return ioctl(descriptor, HCIDEVUP, (long)adapter);
}

/// Binds a socket to an adapter; 0, or -1 and errno.
static inline int pharos_hci_bind(int descriptor, unsigned short adapter) {
    struct sockaddr_hci address;
    memset(&address, 0, sizeof address);
    address.hci_family = AF_BLUETOOTH;
    address.hci_dev = adapter;
    address.hci_channel = HCI_CHANNEL_RAW;
    return bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

/// Lets LE reports, answers to commands and hardware errors through; 0, or -1 and errno.
static inline int pharos_hci_filter(int descriptor) {
    struct hci_filter filter;
    hci_filter_clear(&filter);
    hci_filter_set_ptype(HCI_EVENT_PKT, &filter);
    hci_filter_set_event(EVT_LE_META_EVENT, &filter);
    hci_filter_set_event(EVT_CMD_COMPLETE, &filter);
    hci_filter_set_event(EVT_CMD_STATUS, &filter);
    hci_filter_set_event(EVT_HARDWARE_ERROR, &filter);
    return setsockopt(descriptor, SOL_HCI, HCI_FILTER, &filter, sizeof filter);
}
